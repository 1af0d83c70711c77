import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [
    react(),
    federation({
      name: 'smsa_local',
      filename: 'remoteEntry.js',
      manifest: true,
      dts: false,
      exposes: { './app': './src/app.tsx' },
      shared: { react: { singleton: true }, 'react/': { singleton: true }, 'react-dom': { singleton: true }, 'react-dom/': { singleton: true } },
    }),
  ],
  build: { target: 'esnext' },
});
