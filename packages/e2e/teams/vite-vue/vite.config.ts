import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// https://vite.dev/config/
export default defineConfig({
  plugins: [vue()],
  base: './',
  build: {
    rolldownOptions: {
      input: 'src/portal.ts',
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: 'portal.js' },
    },
  },
});
