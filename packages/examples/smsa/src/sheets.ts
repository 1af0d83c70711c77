import evaluation from './evaluation/evaluation.smsa.css';
import page from './page/page.smsa.css';
import status from './status/status.smsa.css';
import form from './tickets/form.smsa.css';
import list from './tickets/list.smsa.css';
import ticket from './tickets/ticket.smsa.css';

const sheets = [page, list, ticket, form, status, evaluation];

/**
 * Adds the module's styles to the document.
 * @returns removes them
 */
export function adoptSheets(): () => void {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}
