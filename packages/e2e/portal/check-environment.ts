const { CHROME_PATH, HEADLESS_SHELL_PATH = CHROME_PATH } = process.env;

/** The environment of a command that checks a module: a browser without a window, where there is one, starts sooner. */
export const checkEnvironment = { ...process.env, CHROME_PATH: HEADLESS_SHELL_PATH };
