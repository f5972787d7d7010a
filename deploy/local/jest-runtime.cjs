const vm = require('node:vm')

/**
 * Code that suites of one process share: Jest compiles each module anew for each suite, which is a fifth of the time of
 * a short one.
 */
function createCodeCache() {
  const known = new Map()
  return {
    /** Code compiled from `source`. The engine compares lengths alone. */
    find(name, source) {
      const entry = known.get(name)
      return entry?.source === source ? entry.code : undefined
    },
    keep: (name, source, code) => void known.set(name, { source, code }),
  }
}

const functions = createCodeCache()
const modules = createCodeCache()
const { compileFunction, SourceTextModule } = vm

vm.compileFunction = (source, parameters, options) => {
  if (!options?.filename) return compileFunction(source, parameters, options)
  const name = [options.filename, ...(parameters ?? [])].join()
  const cachedData = functions.find(name, source)
  const compiled = compileFunction(source, parameters, { ...options, cachedData, produceCachedData: !cachedData })
  if (compiled.cachedData) functions.keep(name, source, compiled.cachedData)
  return compiled
}

vm.SourceTextModule = class extends SourceTextModule {
  constructor(source, options) {
    const name = options?.identifier
    const cachedData = name ? modules.find(name, source) : undefined
    super(source, { ...options, cachedData })
    if (name && !cachedData) modules.keep(name, source, this.createCachedData())
  }
}

module.exports = require('jest-runtime')
