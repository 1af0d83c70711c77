import './zone.min.js';

export {};
