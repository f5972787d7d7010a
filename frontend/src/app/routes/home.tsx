export const HomeRoute = () => <h1>Kla</h1>
