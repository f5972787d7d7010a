import { createRequire, findSourceMap, register } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'
import sourceMaps from 'source-map-support'
import { register as registerTypeScript } from 'tsx/esm/api'
import { setGlobals } from './globals.mjs'

const require = createRequire(import.meta.url)
const circus = require('jest-circus/runner').default
const mocker = new ModuleMocker(globalThis)

register('./hooks.mjs', import.meta.url)
registerTypeScript({ tsconfig: fileURLToPath(new URL('../../../tsconfig.suites.json', import.meta.url)) })
process.setSourceMapsEnabled(true)

const pathOf = (url) => (url.startsWith('file:') ? fileURLToPath(url) : url)

const retrieveSourceMap = (url) => {
  const { payload } = findSourceMap(url) ?? {}
  return payload ? { url: pathOf(url), map: { ...payload, sources: payload.sources.map(pathOf) } } : null
}

sourceMaps.install({ handleUncaughtExceptions: false, retrieveSourceMap })
const { prepareStackTrace } = Error

let suites = 0

/**
 * Runs a suite with Jest's own runner, but lets Node load its modules, once for all suites of a worker. Jest would
 * load and compile them again for each. Suites therefore share the state of modules and of `globalThis`.
 */
export default async function runSuite(globalConfig, config, _environment, _runtime, path, sendMessageToJest) {
  // Jest has set its own, which knows only what Jest loaded.
  Error.prepareStackTrace = prepareStackTrace
  const timers = new ModernFakeTimers({ config, global: globalThis })
  const runtime = {
    requireInternalModule(file) {
      // The last suite's handlers must not see this one's events.
      delete globalThis[Symbol.for('EVENT_HANDLERS')]
      delete require.cache[file]
      return require(file)
    },
    requireModule: require,
    setGlobalsForRuntime: (globals) => setGlobals({ ...globals, jest: jestFor(timers) }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(`${pathToFileURL(file)}?suite=${(suites += 1)}`),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  }
  try {
    return await circus(globalConfig, config, { global: globalThis }, runtime, path, sendMessageToJest)
  } finally {
    timers.dispose()
    mocker.restoreAllMocks()
  }
}

const jestFor = (timers) => ({
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
})
