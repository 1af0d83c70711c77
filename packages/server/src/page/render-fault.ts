/** A page that names a fault, in both languages because no setting has been read yet; it needs no file of the shell. */
export function renderFault(detail: string): string {
  const text = detail.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Portico</title></head>
<body>
<main>
<h1>O portal não pôde iniciar</h1>
<p>The portal could not start.</p>
<p><code>${text}</code></p>
</main>
</body>
</html>
`;
}
