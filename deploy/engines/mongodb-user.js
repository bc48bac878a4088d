// Runs once, when the MongoDB container starts with an empty volume: the user of Wardline's services, who reaches their
// database and nothing else.
db.getSiblingDB('admin').createUser({
  user: 'wardline',
  pwd: fs.readFileSync('/run/secrets/mongodb_password', 'utf8').trim(),
  roles: [{ role: 'readWrite', db: 'wardline' }],
})
