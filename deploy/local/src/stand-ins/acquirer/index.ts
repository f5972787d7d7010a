export { startAcquirerStandIn, type AcquirerStandIn, type AcquirerStandInOptions } from './stand-in.js'
