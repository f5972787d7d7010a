let globals = {}

/** Sets the functions of the suite that runs now. */
export function setGlobals(next) {
  globals = next
}

/** Helpers that several suites import are loaded once, so each use looks up the running suite's function. */
const current = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => globals[name](...args),
    get: (_target, property) => globals[name][property],
  })

export const afterAll = current('afterAll')
export const afterEach = current('afterEach')
export const beforeAll = current('beforeAll')
export const beforeEach = current('beforeEach')
export const describe = current('describe')
export const expect = current('expect')
export const it = current('it')
export const jest = current('jest')
export const test = current('test')
