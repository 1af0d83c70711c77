import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// https://vite.dev/config/
export default defineConfig({
  plugins: [react(), tailwindcss()],
  base: './',
  build: {
    rolldownOptions: {
      input: 'src/portal.tsx',
      preserveEntrySignatures: 'exports-only',
      external: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
      output: { entryFileNames: 'portal.js' },
    },
  },
});
