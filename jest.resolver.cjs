const fs = require('node:fs')
const path = require('node:path')

/** TypeScript sources import each other as `./name.js`, as Node will see them; here they still end in .ts or .tsx. */
module.exports = (request, options) => {
  if (/^\.{1,2}\/.*\.js$/.test(request) && !options.basedir.includes('node_modules')) {
    for (const extension of ['.ts', '.tsx']) {
      const candidate = path.resolve(options.basedir, request.replace(/\.js$/, extension))
      if (fs.existsSync(candidate)) return candidate
    }
  }
  return options.defaultResolver(request, options)
}
