/** Redis says the time, so that all pods have one clock: Unix milliseconds in `now`. */
export const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
