export { startDiscordStandIn, type DiscordStandIn, type DiscordStandInOptions } from './stand-in.js'
