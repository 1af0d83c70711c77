/** Reports what the content policy blocks of modules and packages, from now on. Few pages load the code for that. */
export function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    import(/* webpackChunkName: "violations" */ './report-violation').then(
      ({ reportViolation }) => reportViolation(event),
      () => undefined,
    );
  });
}
