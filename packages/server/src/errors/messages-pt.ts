/** What people read when a call fails, by code; the other catalogues have the same codes. */
export const messagesPt = {
  'app-name-needed': 'Este tenant ainda não tem este aplicativo; informe o nome dele.',
  'app-not-allowed': 'Você não tem acesso a este aplicativo.',
  'app-unknown': 'Este aplicativo não existe neste tenant.',
  'body-too-large': 'Os dados enviados são grandes demais.',
  'code-invalid': 'Código inválido ou vencido. Confira o código ou peça um novo.',
  internal: 'Ocorreu um erro inesperado.',
  'invalid-request': 'Os dados enviados não são válidos.',
  'no-session': 'Sua sessão terminou. Entre novamente.',
  'not-authenticated': 'Entre para continuar.',
  'not-found': 'Não encontramos o que você procura.',
  'not-ready': 'O serviço ainda não está pronto.',
  'operator-key-wrong': 'A chave de operador não confere.',
  'origin-not-allowed': 'Esta página não pode fazer esta chamada.',
  'tenant-exists': 'Já existe um tenant com esta chave.',
  'tenant-unknown': 'Este tenant não existe.',
  'unsupported-media-type': 'Este tipo de conteúdo não é aceito.',
  'user-exists': 'Já existe um usuário com este e-mail.',
  'user-unknown': 'Não existe usuário com este e-mail.',
  'wrong-credentials': 'E-mail ou senha incorretos.',
} as const;

export type ErrorCode = keyof typeof messagesPt;
