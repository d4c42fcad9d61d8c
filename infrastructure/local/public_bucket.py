"""A bucket as CloudFront reads it: objects by key, with their stored headers."""

from dataclasses import dataclass

from moto.s3.models import FakeKey

from infrastructure.local.http import Request, Response, make_text_response
from infrastructure.local.objects import get_backend

_OF_THE_OBJECT = ("Content-Type", "Cache-Control")


@dataclass(frozen=True, slots=True)
class PublicBucket:
    """Answers with the objects of a bucket."""

    name: str

    def __call__(self, request: Request) -> Response:
        """Answer a request for an object."""
        key = get_backend().get_object(self.name, request.path.lstrip("/"))
        if not isinstance(key, FakeKey):
            # S3 answers a missing object like this, because CloudFront may not list the bucket.
            return make_text_response(403, "Access denied.")
        headers = [(name, key.metadata[name]) for name in _OF_THE_OBJECT if name in key.metadata]
        headers += [("ETag", key.etag), ("Last-Modified", key.last_modified_RFC1123)]
        if request.header("if-none-match") == key.etag:
            return Response(304, headers)
        return Response(200, headers, key.value)
