/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const key = 'new-module';

export default defineConfig({
  plugins: [react()],
  // Chunks and images have addresses relative to the entry.
  base: './',
  build: {
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      input: { [key]: 'src/main.tsx' },
      // The portal reads the exports of the entry.
      preserveEntrySignatures: 'strict',
      // The portal brings React: all modules share one.
      external: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].[hash].js',
        assetFileNames: '[name].[hash][extname]',
      },
    },
  },
  test: { environment: 'jsdom', globals: true },
});
