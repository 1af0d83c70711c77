/** The texts in each language of the portal. */
export const texts = {
  pt: {
    title: 'Novo módulo',
    greet: 'Quem sou eu?',
    nobody: 'Ninguém',
    newItem: 'Novo item',
    name: 'Nome',
    save: 'Salvar',
    saved: (name: string) => `${name} foi salvo.`,
  },
  en: {
    title: 'New module',
    greet: 'Who am I?',
    nobody: 'Nobody',
    newItem: 'New item',
    name: 'Name',
    save: 'Save',
    saved: (name: string) => `${name} is saved.`,
  },
};

export type Texts = (typeof texts)['pt'];
