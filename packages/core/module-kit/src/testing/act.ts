export { act } from 'react';
