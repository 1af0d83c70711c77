import webpack from 'webpack';

const shared = { singleton: true, requiredVersion: '^19.0.0' };

/** The same container in both of the library types. */
const container = (type, own) => ({
  mode: 'production',
  devtool: 'source-map',
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' },
        },
      },
    ],
  },
  ...own,
  output: {
    path: new URL(`dist/${type}`, import.meta.url).pathname,
    uniqueName: `smsa_local_${type}`,
    chunkFilename: '[name].[contenthash:8].js',
    crossOriginLoading: 'anonymous',
    clean: true,
    ...own.output,
  },
  plugins: [
    new webpack.container.ModuleFederationPlugin({
      name: 'smsa_local',
      library: { type, ...(type === 'var' && { name: 'smsa_local' }) },
      filename: 'remoteEntry.js',
      exposes: { './App': './src/app.tsx' },
      shared: { react: shared, 'react/': shared, 'react-dom': shared, 'react-dom/': shared },
    }),
  ],
});

export default [
  container('var', { entry: {}, output: { publicPath: 'auto' } }),
  container('system', { entry: { smsa_local: './src/public-path.ts' }, output: { publicPath: '' } }),
];
