/** The data folder of a server on this machine, which the server takes from the same variable. */
export const dataFolder = process.env.PORTICO_DATA || '.portico';
