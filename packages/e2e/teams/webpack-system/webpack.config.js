import MiniCssExtractPlugin from 'mini-css-extract-plugin';

export default {
  mode: 'production',
  devtool: 'source-map',
  entry: { main: ['./src/public-path.ts', './src/main.tsx'] },
  output: {
    filename: '[name].js',
    chunkFilename: '[name].[contenthash:8].js',
    library: { type: 'system' },
    publicPath: '',
    crossOriginLoading: 'anonymous',
    clean: true,
  },
  externalsType: 'system',
  externals: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
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
      { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
    ],
  },
  plugins: [new MiniCssExtractPlugin()],
};
