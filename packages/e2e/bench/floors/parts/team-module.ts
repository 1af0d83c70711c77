/** The props that every contestant gives the two modules. */
export interface TeamModuleProps {
  readonly navigate: (path: string) => void;
}
