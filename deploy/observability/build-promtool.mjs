// Takes minutes, once.
import { obtainPromtool } from './dist/index.js'

console.log(await obtainPromtool(console.error))
