/// <reference types="vitest/config" />
import { defineConfig } from 'vite';

const key = 'new-module';

export default defineConfig({
  // Chunks and images have addresses relative to the entry.
  base: './',
  build: {
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      input: { [key]: 'src/main.ts' },
      // The portal reads the exports of the entry.
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].[hash].js',
        assetFileNames: '[name].[hash][extname]',
      },
    },
  },
  test: { environment: 'jsdom', globals: true },
});
