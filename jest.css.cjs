/** Style sheets are the bundler's; tests read words and rules of a page, not its looks. */
module.exports = { process: () => ({ code: 'module.exports = {}' }) }
