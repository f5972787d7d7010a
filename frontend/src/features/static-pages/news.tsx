import { Page } from './page.js'

export default function News() {
  return (
    <Page title="Alpha 1.0 Release" note="News">
      <p>
        The ring is open. Kla is a live one-to-one game over webcam, and this first alpha is for everyone who wants to
        find out with us what it can be.
      </p>
      <h2>What the release holds</h2>
      <ul>
        <li>1v1 webcam battles, as Rush or as Stamina</li>
        <li>Public rooms to join, and rooms behind a password</li>
        <li>A content category for each room</li>
        <li>A place on the leaderboard</li>
        <li>A shop for GIF saves and Wild Cards</li>
        <li>A library for the GIFs you saved</li>
      </ul>
      <p>
        Battles and rooms come first; leaderboard, shop and library open as the alpha goes on, and appear in the
        navigation when they do.
      </p>
      <p>Be kind in there, and have a good bout.</p>
      <p>The two founders of Kla</p>
    </Page>
  )
}
