"""What tests of several folders share: worlds, answers, servers, mutations."""
