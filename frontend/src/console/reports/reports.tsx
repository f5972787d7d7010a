export default function Reports() { return <h1>User Reports</h1> }
