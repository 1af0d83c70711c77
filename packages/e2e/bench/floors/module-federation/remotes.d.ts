declare module 'one/app' {
  export { One } from '../parts/one';
}

declare module 'two/app' {
  export { Two } from '../parts/two';
}
