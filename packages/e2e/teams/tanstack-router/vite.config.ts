import react from '@vitejs/plugin-react';
import { defineConfig, esmExternalRequirePlugin } from 'vite';

// https://vite.dev/config/
export default defineConfig({
  // A library of the router is CommonJS and requires React.
  plugins: [react(), esmExternalRequirePlugin({ external: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'] })],
  base: './',
  build: {
    rolldownOptions: {
      input: 'src/portal.tsx',
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: 'portal.js' },
    },
  },
});
