/** Posts of the news, compiled while building (`vite.posts.ts`). */
declare module '*.md' {
  const post: { readonly title: string; readonly date: string; readonly html: string }
  export default post
}
