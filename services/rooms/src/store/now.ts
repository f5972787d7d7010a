/** Lua: `now`, Redis' own time in Unix milliseconds, on which all pods agree. */
export const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
