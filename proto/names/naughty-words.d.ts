declare module 'naughty-words' {
  const words: Readonly<Record<'en' | 'es' | 'pt' | 'de' | 'fr' | 'it' | 'pl' | 'ru' | 'tr' | 'ar', readonly string[]>>
  export default words
}
