/** The bar above a module: a link home and the button of a user menu, without the menu. */
export function TopBar() {
  return (
    <header>
      <a href="/">Portal</a>
      <button type="button" aria-haspopup="menu">
        Ana
      </button>
    </header>
  );
}
