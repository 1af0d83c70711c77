import { defineTexts } from './define-texts';

export const tableTexts = defineTexts(
  {
    rows: { one: '{count} row', other: '{count} rows' },
    selected: { one: '{count} selected', other: '{count} selected' },
    select: 'Select {name}',
    select_all: 'Select all',
    clear: 'Clear selection',
    sort: 'Sort by',
    ascending: '{name}, ascending',
    descending: '{name}, descending',
    unsorted: 'Default order',
    more: 'Show more',
  },
  {
    rows: { one: '{count} linha', other: '{count} linhas' },
    selected: { one: '{count} selecionado', other: '{count} selecionados' },
    select: 'Selecionar {name}',
    select_all: 'Selecionar tudo',
    clear: 'Limpar seleção',
    sort: 'Ordenar por',
    ascending: '{name}, crescente',
    descending: '{name}, decrescente',
    unsorted: 'Ordem padrão',
    more: 'Mostrar mais',
  },
);
