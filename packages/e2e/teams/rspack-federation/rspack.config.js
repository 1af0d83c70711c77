import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { defineConfig } from '@rspack/cli';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

const isDev = process.env.NODE_ENV === 'development';
const shared = { singleton: true };

export default defineConfig({
  mode: isDev ? 'development' : 'production',
  entry: {},
  output: { uniqueName: 'smsa_local', publicPath: 'auto', clean: true },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic', development: isDev, refresh: isDev } },
          },
        },
      },
    ],
  },
  plugins: [
    isDev && new ReactRefreshRspackPlugin(),
    new ModuleFederationPlugin({
      name: 'smsa_local',
      filename: 'remoteEntry.js',
      manifest: true,
      dts: false,
      exposes: { './app': './src/app.tsx' },
      shared: { react: shared, 'react/': shared, 'react-dom': shared, 'react-dom/': shared },
    }),
  ],
});
