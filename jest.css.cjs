/** Tests need no style sheets. */
module.exports = { process: () => ({ code: 'module.exports = {}' }) }
