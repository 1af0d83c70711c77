import { defineTexts } from './define-texts';

export const actionTexts = defineTexts(
  { cancel: 'Cancel', command: 'Command', copy: 'Copy', copied: 'Copied.' },
  { cancel: 'Cancelar', command: 'Comando', copy: 'Copiar', copied: 'Copiado.' },
);
