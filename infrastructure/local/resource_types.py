"""Resource types that the local cloud emulates, and those that it leaves out, with reasons.

A type on neither list stops the start and fails a test: whoever adds a resource decides here what it
means on a developer's machine.
"""

EMULATED = {
    "AWS::ApiGatewayV2::Api": "gateway.py reads its routes, integrations and authorizers",
    "AWS::ApiGatewayV2::Stage": "gateway.py serves it at the root, as the stage $default does",
    "AWS::CloudFormation::Stack": "stack.py loads the nested template",
    "AWS::CloudFront::CachePolicy": "edge.py passes on what is in its key, and caches nothing",
    "AWS::CloudFront::Distribution": "edge.py reads its behaviors and origins",
    "AWS::CloudFront::Function": "edge.py does to a request what the function does",
    "AWS::CloudFront::OriginRequestPolicy": "edge.py passes on the headers that it names",
    "AWS::CloudFront::ResponseHeadersPolicy": "edge.py adds its headers",
    "AWS::DynamoDB::Table": "moto; kept on disk by storage.py",
    "AWS::Events::Rule": "schedule.py invokes its function at its rate",
    "AWS::KMS::Key": "moto; aws.py has a signing key sign with the same one at every start",
    "AWS::Lambda::EventSourceMapping": "streams.py invokes its function with the records of a table's stream",
    "AWS::Lambda::Function": "functions.py runs the handler in this process",
    "AWS::S3::Bucket": "moto; kept on disk by objects.py; site.py and public_bucket.py serve what is public",
    "AWS::SES::ConfigurationSet": "moto; mail.py notes which mails were sent with it",
    "AWS::SES::ConfigurationSetEventDestination": "mail.py tells it what became of a mail",
    "AWS::SNS::Subscription": "topics.py invokes its function",
    "AWS::SNS::Topic": "moto; topics.py delivers what is published",
    "AWS::SQS::Queue": "moto; kept on disk by queues.py",
    "AWS::SecretsManager::Secret": "aws.py makes the value and storage.py keeps it",
}

_NO_PERMISSIONS = "nothing checks permissions locally; the rules of infrastructure/checks read them instead"
_NO_LOGS = "logs go to the terminal"
_NO_MONITORING = "nobody is woken up for a developer's machine"
_NO_RATES = "nobody is limited on a developer's machine"
_OTHER_PROVIDER = "the local identity provider stands in for Cognito, which moto imitates without checks"

LEFT_OUT = {
    "AWS::CloudFront::OriginAccessControl": _NO_PERMISSIONS,
    "AWS::CloudTrail::Trail": "the tables of a developer's machine are the developer's",
    "AWS::CloudWatch::Alarm": _NO_MONITORING,
    "AWS::Logs::MetricFilter": _NO_MONITORING,
    "AWS::Cognito::ManagedLoginBranding": _OTHER_PROVIDER,
    "AWS::Cognito::UserPool": _OTHER_PROVIDER,
    "AWS::Cognito::UserPoolClient": _OTHER_PROVIDER,
    "AWS::Cognito::UserPoolDomain": _OTHER_PROVIDER,
    "AWS::Cognito::UserPoolGroup": _OTHER_PROVIDER,
    "AWS::Cognito::UserPoolRiskConfigurationAttachment": _OTHER_PROVIDER,
    "AWS::GuardDuty::MalwareProtectionPlan": "AttachmentScan is off: nothing scans a developer's files",
    "AWS::IAM::Policy": _NO_PERMISSIONS,
    "AWS::IAM::Role": _NO_PERMISSIONS,
    "AWS::Lambda::LayerVersion": "shared/python is on the import path, as the layer is in Lambda",
    "AWS::Lambda::Permission": _NO_PERMISSIONS,
    "AWS::Logs::Delivery": _NO_LOGS,
    "AWS::Logs::DeliveryDestination": _NO_LOGS,
    "AWS::Logs::DeliverySource": _NO_LOGS,
    "AWS::Logs::LogGroup": _NO_LOGS,
    "AWS::S3::BucketPolicy": _NO_PERMISSIONS,
    "AWS::SNS::TopicPolicy": _NO_PERMISSIONS,
    "AWS::SQS::QueuePolicy": _NO_PERMISSIONS,
    "AWS::WAFv2::LoggingConfiguration": _NO_LOGS,
    "AWS::WAFv2::WebACL": _NO_RATES,
    "AWS::WAFv2::WebACLAssociation": _NO_RATES,
}
