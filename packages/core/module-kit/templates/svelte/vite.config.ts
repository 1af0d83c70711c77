/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const key = 'new-module';

export default defineConfig({
  plugins: [svelte()],
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
  // Otherwise Node loads Svelte's server build.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', globals: true, server: { deps: { inline: ['@portico/module-kit'] } } },
});
