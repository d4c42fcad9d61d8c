"""The portal of `npm start`: the local cloud, with the sandbox as its third parties."""
