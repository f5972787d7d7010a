import { catalogue } from '../shared/texts/catalogue.js'

export const NOT_FOUND = catalogue({
  pageTitle: 'Not found',
  title: 'We can’t find this page.',
  text: 'The link may be old or incomplete.',
})
