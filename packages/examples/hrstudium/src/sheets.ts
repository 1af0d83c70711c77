import certificates from './certificates/certificates.hrstudium.css';
import catalogue from './courses/catalogue.hrstudium.css';
import course from './courses/course.hrstudium.css';
import page from './page/page.hrstudium.css';

const sheets = [page, catalogue, course, certificates];

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
