const NO_SUBJECT = `of for beyond those in to by under with without after before from at as also only never once so such
  who whom whose which until unless above below between both it this that these they its here there then than no not
  nobody nothing meanwhile on out over per since through within because but and or else even likewise otherwise together
  again already always about against among apart around beside during like near off opposite toward up upon while`
const BEGINS_WITHOUT = new RegExp(`^(?:${NO_SUBJECT.split(/\s+/).join('|')})(?![\\w'-])`, 'i')
const AVOIDED =
  /\b(?:(?:un)?told|whoever|heed(?:s|ed|ing)?|turned away|(?:some|no|any|every)body|for want of|by lot|lest)\b/gi

/**
 * Reports docstrings without a subject, and words that comments avoid. Text in backticks is exempt.
 * @type {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]}
 */
const docstrings = {
  meta: {
    type: 'suggestion',
    messages: {
      subject: 'Begin a docstring with a noun, a verb in the third person or "True if" instead of "{{word}}".',
      avoided: 'Use a plainer word than "{{word}}".',
    },
  },
  create: (context) => ({
    Program() {
      for (const { type, value, loc } of context.sourceCode.getAllComments()) {
        if (!loc) continue
        const text = value
          .replace(/^\*|\n\s*\*?/g, ' ')
          .replace(/`[^`]*`/g, '``')
          .replace(/\s+/g, ' ')
          .trim()
        const [first] = (type === 'Block' && value.startsWith('*') && BEGINS_WITHOUT.exec(text)) || []
        if (first) context.report({ loc, messageId: 'subject', data: { word: first } })
        for (const [word] of text.matchAll(AVOIDED)) context.report({ loc, messageId: 'avoided', data: { word } })
      }
    },
  }),
}

export default { rules: { docstrings } }
