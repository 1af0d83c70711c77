const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/** A project as a tool of teams makes it, and what is added: an entry that exports `mount`, and how it is built. */
export interface StockBuild {
  /** The folder of the made project. */
  readonly from: 'angular' | 'preact-ts' | 'react-ts' | 'rspack' | 'single-spa' | 'svelte-ts' | 'vue-ts';
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Packages of the folder alone. */
  readonly packages?: readonly string[];
}

const renderReact = (app = '<App />', imports = '') => `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App.tsx'
${imports}
export function mount(element: HTMLElement) {
  const root = createRoot(element)
  root.render(<StrictMode>${app}</StrictMode>)
  return () => root.unmount()
}
`;

function configureVite(plugin: string, from: string, external: readonly string[] = [], more = ''): string {
  return `import plugin from '${from}'
import { defineConfig } from 'vite'
${more.includes('tailwindcss') ? "import tailwindcss from '@tailwindcss/vite'" : ''}

export default defineConfig({
  plugins: [${plugin}${more}],
  base: './',
  build: {
    rolldownOptions: {
      input: 'src/portal.${from.includes('react') || from.includes('preact') ? 'tsx' : 'ts'}',
      preserveEntrySignatures: 'exports-only',
      external: ${JSON.stringify(external)},
      output: { entryFileNames: 'portal.js' },
    },
  },
})
`;
}

const viteReact = (files: StockBuild['files'] = {}, more = ''): StockBuild => ({
  from: 'react-ts',
  entry: 'portal.js',
  command: ['vite', 'build'],
  files: {
    'src/portal.tsx': renderReact(),
    'vite.config.ts': configureVite('plugin()', '@vitejs/plugin-react', react, more),
    ...files,
  },
});

/** An application that replaces the one of the template. */
const styledApp = (title: string, imports: string, before: string, rendered: string) => ({
  'src/index.css': '',
  'src/App.tsx': `${imports}

${before}

export default function App() {
  return <>${rendered}<h1>${title}</h1></>
}
`,
});

const shared = `{ react: { singleton: true }, 'react/': { singleton: true }, 'react-dom': { singleton: true }, 'react-dom/': { singleton: true } }`;
const federation = `{ name: 'smsa_local', filename: 'remoteEntry.js', manifest: true, dts: false, exposes: { './app': './src/portal.tsx' }, shared: ${shared} }`;

/** The builds, by name. They keep the global styles, the addresses and the listeners of their tools. */
export const stockBuilds: Readonly<Record<string, StockBuild>> = {
  'rspack-federation': {
    from: 'rspack',
    entry: 'mf-manifest.json',
    command: ['rspack', 'build', '-c', 'portal.config.mjs'],
    files: {
      'src/portal.tsx': renderReact(),
      'portal.config.mjs': `import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import config from './rspack.config.ts';

export default {
  ...config,
  mode: 'production',
  output: { uniqueName: 'smsa_local', publicPath: 'auto' },
  plugins: [...config.plugins, new ModuleFederationPlugin(${federation})],
};
`,
    },
  },
  'vite-federation': {
    ...viteReact(),
    entry: 'remoteEntry.js',
    files: {
      'src/portal.tsx': renderReact(),
      'vite.config.ts': `import { federation } from '@module-federation/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({ base: './', plugins: [react(), federation(${federation})], build: { target: 'esnext' } })
`,
    },
  },
  vue: {
    from: 'vue-ts',
    entry: 'portal.js',
    command: ['vite', 'build'],
    files: {
      'src/portal.ts': `import { createApp } from 'vue'
import './style.css'
import App from './App.vue'

export function mount(element: HTMLElement) {
  const app = createApp(App)
  app.mount(element)
  return () => app.unmount()
}
`,
      'vite.config.ts': configureVite('plugin()', '@vitejs/plugin-vue'),
    },
  },
  svelte: {
    from: 'svelte-ts',
    entry: 'portal.js',
    command: ['vite', 'build'],
    files: {
      'src/portal.ts': `import { mount as mountApp, unmount } from 'svelte'
import './app.css'
import App from './App.svelte'

export function mount(target: HTMLElement) {
  const app = mountApp(App, { target })
  return () => unmount(app)
}
`,
      'vite.config.ts': configureVite('plugin.svelte()', '@sveltejs/vite-plugin-svelte').replace(
        'import plugin',
        'import * as plugin',
      ),
    },
  },
  angular: {
    from: 'angular',
    entry: 'browser/main.js',
    command: ['ng', 'build', '--output-path=dist', '--output-hashing=none'],
    files: {
      'src/main.ts': `import { APP_BASE_HREF } from '@angular/common';
import { createApplication } from '@angular/platform-browser';
import { appConfig } from './app/app.config';
import { App } from './app/app';

export async function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  const base = { provide: APP_BASE_HREF, useValue: basePath };
  const app = await createApplication({ providers: [...appConfig.providers, base] });
  app.bootstrap(App, element.appendChild(document.createElement('app-root')));
  return () => app.destroy();
}
`,
    },
  },
  'single-spa-react': {
    from: 'single-spa',
    entry: 'acme-orders.js',
    command: ['webpack', '--mode=production'],
    files: {
      'webpack.config.js': `const { merge } = require('webpack-merge');
const singleSpaDefaults = require('webpack-config-single-spa-react');

module.exports = (webpackConfigEnv, argv) =>
  merge(singleSpaDefaults({ orgName: 'acme', projectName: 'orders', webpackConfigEnv, argv }), {});
`,
      'babel.config.json': JSON.stringify({
        presets: ['@babel/preset-env', ['@babel/preset-react', { runtime: 'automatic' }]],
      }),
      'src/root.component.js': 'export default (props) => <section>{props.name} is mounted!</section>;\n',
      'src/acme-orders.js': `import React from 'react';
import ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import Root from './root.component';

const lifecycles = singleSpaReact({ React, ReactDOMClient, rootComponent: Root, errorBoundary: () => null });

export const { bootstrap, mount, unmount } = lifecycles;
`,
    },
  },
  'react-18': {
    ...viteReact({ 'vite.config.ts': configureVite('plugin()', '@vitejs/plugin-react') }),
    packages: ['react@^18.3.1', 'react-dom@^18.3.1'],
  },
  preact: {
    from: 'preact-ts',
    entry: 'portal.js',
    command: ['vite', 'build'],
    files: {
      'src/portal.tsx': `import { render } from 'preact'
import './index.css'
import { App } from './app.tsx'

export function mount(element: HTMLElement) {
  render(<App />, element)
  return () => render(null, element)
}
`,
      'vite.config.ts': configureVite('plugin()', '@preact/preset-vite'),
    },
  },
  emotion: viteReact(
    styledApp(
      'Get started',
      "import { css, Global } from '@emotion/react'",
      'const styles = css`* { box-sizing: border-box; margin: 0; } body { font: 20px/2 serif; background: #fee; } button { border-radius: 12px; }`',
      '<Global styles={styles} />',
    ),
  ),
  'styled-components': viteReact(
    styledApp(
      'Get started',
      "import { createGlobalStyle } from 'styled-components'",
      'const GlobalStyle = createGlobalStyle`* { margin: 0; padding: 0; } html { font-size: 62.5%; } body { font-family: serif; background: papayawhip; }`',
      '<GlobalStyle />',
    ),
  ),
  mui: viteReact({
    ...styledApp(
      'Get started',
      "import Button from '@mui/material/Button'\nimport CssBaseline from '@mui/material/CssBaseline'",
      '',
      '<CssBaseline /><Button variant="contained">Hello world</Button>',
    ),
  }),
  tailwind: viteReact(
    {
      'src/index.css': '@import "tailwindcss";\n',
      'src/App.tsx': 'export default () => <h1 className="text-3xl font-bold underline">Get started</h1>\n',
    },
    ', tailwindcss()',
  ),
  tanstack: viteReact({
    'src/portal.tsx': `import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import './index.css'

const rootRoute = createRootRoute({ component: () => <><Link to="/about">About</Link><Outlet /></> })
const index = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => <h1>Get started</h1> })
const about = createRoute({ getParentRoute: () => rootRoute, path: '/about', component: () => <h1>About</h1> })
const routeTree = rootRoute.addChildren([index, about])

export function mount(element: HTMLElement, { basePath }: { basePath: string }) {
  // Its history never stops listening to the browser.
  const router = createRouter({ routeTree, basepath: basePath })
  const root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  return () => root.unmount()
}
`,
    'vite.config.ts': configureVite(
      'plugin()',
      '@vitejs/plugin-react',
      [],
      `, esmExternalRequirePlugin({ external: ${JSON.stringify(react)} })`,
    ).replace('{ defineConfig }', '{ defineConfig, esmExternalRequirePlugin }'),
  }),
};
