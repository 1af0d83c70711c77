import { nameMaxLength, passwordMaxLength, passwordMinLength, phoneMaxLength } from '@portico/contract';
import { photoMegabytes, photoMegapixels } from './photo-limits';

/** What people read when a call fails, by code; the other catalogues have the same codes. */
export const messagesPt = {
  'app-name-needed': 'Este tenant ainda não tem este aplicativo; informe o nome dele.',
  'app-not-allowed': 'Você não tem acesso a este aplicativo.',
  'app-unknown': 'Este aplicativo não existe neste tenant.',
  'body-too-large': 'Os dados enviados são grandes demais.',
  busy: 'Há muitos pedidos neste momento. Tente de novo em instantes.',
  'code-invalid': 'Código inválido ou vencido. Confira o código ou peça um novo.',
  'image-foreign': 'Você só pode alterar a sua própria foto.',
  'image-too-large': `A foto pode ter no máximo ${photoMegabytes} MB e ${photoMegapixels} megapixels.`,
  'image-type-unknown': 'Use uma imagem PNG, JPEG ou WebP.',
  'image-unreadable': 'Esta imagem está danificada e não pode ser lida.',
  internal: 'Ocorreu um erro inesperado.',
  'invalid-request': 'Os dados enviados não são válidos.',
  'module-unknown': 'Você não tem este aplicativo.',
  'name-missing': 'Informe o seu nome.',
  'name-too-long': `O nome pode ter no máximo ${nameMaxLength} caracteres.`,
  'no-session': 'Sua sessão terminou. Entre novamente.',
  'not-authenticated': 'Entre para continuar.',
  'not-found': 'Não encontramos o que você procura.',
  'not-ready': 'O serviço ainda não está pronto.',
  'operator-key-wrong': 'A chave de operador não confere.',
  'origin-not-allowed': 'Esta página não pode fazer esta chamada.',
  'password-same-as-email': 'A senha não pode ser o seu e-mail.',
  'password-too-common': 'Esta senha é comum demais. Escolha outra.',
  'password-too-long': `A senha pode ter no máximo ${passwordMaxLength} caracteres.`,
  'password-too-short': `A senha precisa de pelo menos ${passwordMinLength} caracteres.`,
  'phone-malformed': `Um telefone tem apenas números, espaços e + ( ) . / -, com no máximo ${phoneMaxLength} caracteres.`,
  'session-unknown': 'Esta sessão não existe mais.',
  'tenant-exists': 'Já existe um tenant com esta chave.',
  'tenant-unknown': 'Este tenant não existe.',
  'token-not-allowed': 'Este acesso vale apenas para um aplicativo.',
  'too-many-tries': 'Muitas tentativas. Tente de novo em {seconds} s.',
  'unsupported-media-type': 'Este tipo de conteúdo não é aceito.',
  'user-exists': 'Já existe um usuário com este e-mail.',
  'user-unknown': 'Não existe usuário com este e-mail.',
  'wrong-credentials': 'E-mail ou senha incorretos.',
  'wrong-password': 'A senha atual não confere.',
} as const;

export type ErrorCode = keyof typeof messagesPt;
