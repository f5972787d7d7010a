import { defineConfig } from 'vite'
import { newsPosts } from './vite.news.js'
import { gateway, here, shared, sharedBuild, treeshake } from './vite.shared.js'

const proxied = ['/auth', '/user', '/report', '/checkout', '/media', '/api', '/gifs']

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, newsPosts()],
  build: { ...sharedBuild, outDir: here('dist'), rolldownOptions: { treeshake } },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: gateway }])),
      '/realtime': { target: gateway, ws: true },
    },
  },
})
