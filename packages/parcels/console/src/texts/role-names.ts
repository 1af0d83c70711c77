import { defineTexts } from './define-texts';

/** The names of the roles. */
export const roleNames = defineTexts(
  {
    operator: 'Operator',
    administrator: 'Administrator',
    'help-desk': 'Help desk',
    publisher: 'Publisher',
    auditor: 'Auditor',
  },
  {
    operator: 'Operador',
    administrator: 'Administrador',
    'help-desk': 'Atendimento',
    publisher: 'Publicador',
    auditor: 'Auditor',
  },
);
