import {
  nameMaxLength,
  passwordMaxLength,
  passwordMinLength,
  phoneMaxLength,
  photoMaxBytes,
  photoMaxPixels,
} from '@portico/contract';

/** The limits of a photo, in the units of the messages. */
export const photoMegabytes = photoMaxBytes / 1024 / 1024;
export const photoMegapixels = photoMaxPixels / 1_000_000;

/** The error messages for users, by code. The other catalogue has the same codes. */
export const messagesPt = {
  'address-changed': '{address} tinha outro conteúdo na versão {version}; publique em um endereço novo.',
  'address-closed': 'Ninguém responde em {address}: o servidor está no ar, e o nome e a porta estão certos?',
  'address-foreign': '{address} é de outro módulo ou da shell; publique em uma pasta que seja só deste módulo.',
  'address-interrupted': 'A conexão com {address} falhou: {reason}.',
  'address-local':
    '{origin} leva a este servidor ou à sua rede local; o operador permite isso com PORTICO_LOCAL_MODULES=on.',
  'address-not-javascript': '{address} não responde com JavaScript (tipo: {type}).',
  'address-not-ok': '{address} responde {status} em vez de 200.',
  'address-redirects': '{address} redireciona para {location}; informe o endereço que responde por si.',
  'address-relative': '{address} não é um endereço completo; informe um que comece com https://.',
  'address-uncached':
    '{address} é buscado de novo a cada visita: o host deve responder com "Cache-Control: public, max-age=31536000, immutable".',
  'address-unreachable': 'Não foi possível buscar {address} a tempo.',
  'address-untrusted':
    'Módulos não podem vir de {origin}: um endereço tem uma das origens de moduleOrigins e não tem credenciais, "#", espaços nem barras invertidas.',
  'address-unversioned':
    '{address} não traz versão nem hash, e os navegadores podem guardar código antigo: publique de uma pasta como …/1.4.0/, ou com um hash no nome do arquivo.',
  'address-without-cors':
    'Páginas do portal não podem carregar {address}: falta "Access-Control-Allow-Origin: *" na resposta.',
  'app-name-needed': 'Este tenant ainda não tem este aplicativo; informe o nome dele.',
  'app-not-allowed': 'Você não tem acesso a este aplicativo.',
  'app-unknown': 'Este aplicativo não existe neste tenant.',
  'body-too-large': 'Os dados enviados são grandes demais.',
  'build-faulty': 'O portal instalado tem uma falha: {error}',
  busy: 'Há muitos pedidos neste momento. Tente de novo em instantes.',
  'check-failed': 'A verificação em um navegador encontrou: {finding}',
  'code-invalid': 'Código inválido ou vencido. Confira o código ou peça um novo.',
  'deployer-body': 'Esta chamada pede um objeto JSON com {fields}.',
  'entry-not-script':
    'O arquivo de entrada {name} não é um script nem um módulo ES que navegadores consigam ler, em um arquivo .js: {error}',
  'environment-unknown': 'Aqui há um só ambiente, "default"; chame sem ?env=.',
  'file-differs': '{name} tem outro conteúdo do que o declarado.',
  'file-not-sent': 'O arquivo {name} ainda não foi enviado.',
  'file-too-large': 'Um arquivo de módulo pode ter no máximo 10 MB: {name}',
  'icon-malformed': 'Um ícone é um nome como "bell", ou "brands/github".',
  'image-foreign': 'Você só pode alterar a sua própria foto.',
  'image-too-large': `A foto pode ter no máximo ${photoMegabytes} MB e ${photoMegapixels} megapixels.`,
  'image-type-unknown': 'Use uma imagem PNG, JPEG ou WebP.',
  'image-unreadable': 'Esta imagem está danificada e não pode ser lida.',
  'integrity-unused': 'integrity fala de {address}, que não está em imports.',
  internal: 'Ocorreu um erro inesperado.',
  'invalid-request': 'Os dados enviados não são válidos.',
  'manifest-faulty': '{name} não é o manifesto de uma federação que expõe um módulo: {error}',
  'module-foreign': 'Este token não pode alterar o módulo {module}.',
  'module-key-malformed':
    'Um módulo não pode ter esta chave: ela tem apenas a-z, 0-9 e hífens, e não é um endereço do próprio portal.',
  'module-unknown': 'Você não tem este aplicativo.',
  'name-missing': 'Informe o seu nome.',
  'name-not-module': '{name} não é o nome de um módulo; só nomes como @module/smsa mudam aqui.',
  'name-too-long': `O nome pode ter no máximo ${nameMaxLength} caracteres.`,
  'no-canary': 'Este módulo não tem um canário.',
  'no-session': 'Sua sessão terminou. Entre novamente.',
  'not-authenticated': 'Entre para continuar.',
  'not-found': 'Não encontramos o que você procura.',
  'not-ready': 'O serviço ainda não está pronto.',
  'nothing-before': 'Não há uma versão anterior deste módulo.',
  'operator-key-wrong': 'A chave de operador não confere.',
  'origin-not-allowed': 'Esta página não pode fazer esta chamada.',
  'package-malformed':
    '{name} não pode ser compartilhado: um pacote é um módulo ES com uma versão como 2.1.0.',
  'package-missing': 'Nenhuma versão publicada de {name} está no intervalo {range}; a mais recente é {live}.',
  'password-same-as-email': 'A senha não pode ser o seu e-mail.',
  'password-too-common': 'Esta senha é comum demais ou já vazou. Escolha outra.',
  'password-too-long': `A senha pode ter no máximo ${passwordMaxLength} caracteres.`,
  'password-too-short': `A senha precisa de pelo menos ${passwordMinLength} caracteres.`,
  'policy-ended': '{module} já não declara o que precisava antes: {needs}. Envie no campo "policy" se ainda precisar.',
  'policy-not-allowed':
    'O operador não permite a {module} tudo de que ele precisa, e as páginas o bloqueiam: {needs}. Peça isso em modulePolicy.',
  'phone-malformed': `Um telefone tem apenas números, espaços e + ( ) . / -, com no máximo ${phoneMaxLength} caracteres.`,
  'preview-unknown': 'Este link de prévia não existe, expirou ou já foi revogado.',
  'redirect-malformed': 'Um destino começa com http://, https:// ou é um caminho do portal.',
  'scopes-unsupported': 'Este import map não tem scopes.',
  'service-key-unknown': 'Esta chave de serviço não existe.',
  'service-key-wrong': 'A chave de serviço não confere.',
  'session-unknown': 'Esta sessão não existe mais.',
  'storage-unavailable': 'O armazenamento de arquivos não responde. Tente de novo em instantes.',
  'team-token-unknown': 'Este token de equipe não existe.',
  'team-token-wrong': 'O token de equipe é desconhecido ou foi revogado.',
  'tenant-exists': 'Já existe um tenant com esta chave.',
  'tenant-unknown': 'Este tenant não existe.',
  'token-not-allowed': 'Este acesso vale apenas para um aplicativo.',
  'too-many-tries': 'Muitas tentativas. Tente de novo em {seconds} s.',
  unavailable: 'O portal não pode responder agora. Tente de novo em instantes.',
  'unpublished-files-too-large':
    'Os arquivos de {module} que nenhuma versão usa passariam de 100 MB. Eles são removidos um dia após o envio.',
  'unsupported-media-type': 'Este tipo de conteúdo não é aceito.',
  'user-exists': 'Já existe um usuário com este e-mail.',
  'user-unknown': 'Não existe usuário com este e-mail.',
  'version-exists': 'A versão {version} já existe com outro conteúdo ou em outro endereço.',
  'version-not-live': 'A versão em uso é {live}, e não {version}.',
  'version-too-large': 'Os arquivos de uma versão podem ter no máximo 50 MB ao todo.',
  'version-quarantined': 'A versão {version} está em quarentena e nunca mais será servida.',
  'version-unknown': 'A versão {version} não existe.',
  'wrong-credentials': 'E-mail ou senha incorretos.',
  'wrong-password': 'A senha atual não confere.',
} as const;

export type ErrorCode = keyof typeof messagesPt;
