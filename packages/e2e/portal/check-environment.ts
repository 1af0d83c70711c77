const { CHROME_PATH, HEADLESS_SHELL_PATH = CHROME_PATH } = process.env;

/** The environment of a command that checks a module. A headless browser, if installed, starts sooner. */
export const checkEnvironment = { ...process.env, CHROME_PATH: HEADLESS_SHELL_PATH };
