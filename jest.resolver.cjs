const fs = require('node:fs')
const path = require('node:path')

/** Resolves `./name.js` to the TypeScript source. */
module.exports = (request, options) => {
  if (/^\.{1,2}\/.*\.js$/.test(request) && !options.basedir.includes('node_modules')) {
    for (const extension of ['.ts', '.tsx']) {
      const candidate = path.resolve(options.basedir, request.replace(/\.js$/, extension))
      if (fs.existsSync(candidate)) return candidate
    }
  }
  return options.defaultResolver(request, options)
}
