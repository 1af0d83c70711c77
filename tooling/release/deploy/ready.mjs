#!/usr/bin/env node
// Exits with 0 if the server at HOST and PORT is ready, otherwise with 1. With `--wait 60` it retries for up to 60
// seconds, or until the process MAINPID has ended. systemd sets MAINPID, and restarts a server only after it has ended.
const { HOST = 'localhost', MAINPID, PORT = '9000' } = process.env;
const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
const [, , option, seconds = '0'] = process.argv;
const end = Date.now() + (option === '--wait' ? Number(seconds) * 1000 : 0);

while (!(await isReady())) {
  if (Date.now() >= end || hasEnded(MAINPID)) {
    console.error(`The server at port ${PORT} is not ready.`);
    process.exit(1);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
}

function isReady() {
  return fetch(`http://${host}:${PORT}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function hasEnded(pid) {
  try {
    if (pid !== undefined) process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
